-- A scalar subquery in a scalar subquery.
-- expand

SELECT (SELECT (SELECT max(id) FROM orders))
