-- Looks like dbpage_clause_of_inner_select and is honest: a clause that is inside, used inside.

SELECT (WITH one AS (SELECT 1 AS v) SELECT v FROM one), note FROM orders
