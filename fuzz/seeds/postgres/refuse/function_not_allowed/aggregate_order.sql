-- Calls it in ORDER BY of an aggregate.

SELECT array_agg(id ORDER BY pg_sleep(9)::text) FROM orders
