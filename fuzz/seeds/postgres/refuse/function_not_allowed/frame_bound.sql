-- Calls it as the bound of a frame.

SELECT sum(id) OVER (ORDER BY id ROWS length(pg_sleep(9)::text) PRECEDING) FROM orders
