-- Calls it in WITHIN GROUP.

SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY length(pg_sleep(9)::text)) FROM orders
