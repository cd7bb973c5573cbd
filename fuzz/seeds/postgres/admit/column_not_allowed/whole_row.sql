-- Looks like whole_row and is honest: reads the row of another table.
-- policy: deny_columns users.token

SELECT o FROM orders o
