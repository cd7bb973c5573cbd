-- LIMIT in a subquery of the first arm.

SELECT * FROM (SELECT id FROM orders LIMIT 1) UNION ALL SELECT id FROM orders
