-- Looks like limit and is honest: a call there.

SELECT id FROM orders LIMIT abs(-2)
