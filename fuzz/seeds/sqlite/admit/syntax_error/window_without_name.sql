-- Names it.

SELECT sum(id) OVER w FROM orders WINDOW w AS (ORDER BY id)
