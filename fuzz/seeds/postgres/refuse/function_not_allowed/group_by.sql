-- Calls it in GROUP BY.

SELECT 1 FROM orders GROUP BY GROUPING SETS ((pg_sleep(9)::text), ())
