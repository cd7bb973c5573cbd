-- Calls it in COALESCE.

SELECT COALESCE(pg_sleep(9)::text, 'a')
