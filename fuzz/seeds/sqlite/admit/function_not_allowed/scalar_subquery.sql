-- A call in a scalar subquery.

SELECT (SELECT lower('A'))
