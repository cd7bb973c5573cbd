-- A no-break space in a literal.

SELECT 'a b' AS note
