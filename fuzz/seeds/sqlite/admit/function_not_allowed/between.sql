-- A call there.

SELECT id FROM orders WHERE id BETWEEN abs(-1) AND 2
