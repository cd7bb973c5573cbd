-- Looks like scalar_subqueries and is honest: a scalar subquery in a scalar subquery.
-- expand

SELECT (SELECT (SELECT max(id) FROM orders))
