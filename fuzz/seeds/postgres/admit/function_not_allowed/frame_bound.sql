-- Looks like frame_bound and is honest: a number there.

SELECT sum(id) OVER (ORDER BY id ROWS 1 PRECEDING) FROM orders
