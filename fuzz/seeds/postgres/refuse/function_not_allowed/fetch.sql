-- Calls it in FETCH FIRST.

SELECT id FROM orders FETCH FIRST (length(pg_sleep(9)::text)) ROWS ONLY
