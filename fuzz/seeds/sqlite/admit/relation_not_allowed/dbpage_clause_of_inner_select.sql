-- A clause that is inside, used inside.

SELECT (WITH one AS (SELECT 1 AS v) SELECT v FROM one), note FROM orders
