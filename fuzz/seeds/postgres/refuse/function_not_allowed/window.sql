-- Calls it in a named window.

SELECT count(*) OVER w FROM orders WINDOW w AS (ORDER BY pg_sleep(9)::text)
