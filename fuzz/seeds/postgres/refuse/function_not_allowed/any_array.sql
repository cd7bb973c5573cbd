-- Calls it in ANY of an array of a subquery.

SELECT 1 = ANY (ARRAY(SELECT length(pg_sleep(9)::text)))
