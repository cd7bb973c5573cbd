-- Looks like scalar_subquery and is honest: a call in a scalar subquery.

SELECT (SELECT lower('A'))
