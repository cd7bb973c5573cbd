-- Calls it in FILTER.

SELECT count(*) FILTER (WHERE pg_sleep(9) IS NULL) FROM orders
