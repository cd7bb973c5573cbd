-- Calls it in LIMIT.

SELECT id FROM orders LIMIT length(pg_sleep(9)::text)
