-- Joins naturally what a subquery takes of a table with a denied column.
-- policy: deny_columns users.token

SELECT 1 FROM (SELECT id FROM users) NATURAL JOIN orders
