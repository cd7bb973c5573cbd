-- A subquery where LIMIT stands.

SELECT id FROM orders LIMIT (SELECT 2)
