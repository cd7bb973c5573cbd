-- A call there.

SELECT id FROM orders WHERE id IN (1, abs(-2))
