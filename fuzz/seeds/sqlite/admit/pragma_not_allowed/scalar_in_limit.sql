-- Looks like scalar_in_limit and is honest: a subquery where LIMIT stands.

SELECT id FROM orders LIMIT (SELECT 2)
