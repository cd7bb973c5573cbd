-- Uses the comma of MySQL in LIMIT.

SELECT id FROM orders LIMIT 1, 2
