-- Calls it in ORDER BY.

SELECT id FROM orders ORDER BY pg_sleep(9)::text
