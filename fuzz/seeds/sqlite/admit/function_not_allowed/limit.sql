-- A call there.

SELECT id FROM orders LIMIT abs(-2)
