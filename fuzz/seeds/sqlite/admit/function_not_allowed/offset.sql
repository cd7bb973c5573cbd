-- Looks like offset and is honest: a call there.

SELECT id FROM orders LIMIT 1, abs(-2)
