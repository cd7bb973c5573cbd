-- Calls it in DISTINCT ON.

SELECT DISTINCT ON (pg_sleep(9)::text) id FROM orders
