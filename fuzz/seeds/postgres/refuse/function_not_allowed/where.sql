-- Calls it in WHERE.

SELECT id FROM orders WHERE pg_sleep(9) IS NOT NULL
