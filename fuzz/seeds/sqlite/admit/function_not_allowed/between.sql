-- Looks like between and is honest: a call there.

SELECT id FROM orders WHERE id BETWEEN abs(-1) AND 2
