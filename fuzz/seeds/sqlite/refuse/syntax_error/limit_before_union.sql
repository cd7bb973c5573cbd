-- Puts LIMIT into the first arm of a compound, to keep a guard from adding its own.

SELECT id FROM orders LIMIT 1 UNION ALL SELECT id FROM orders
