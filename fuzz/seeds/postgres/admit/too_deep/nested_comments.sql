-- Comments nest in PostgreSQL; they are no nesting of the statement.

SELECT 1 /* a /* b */ c */
