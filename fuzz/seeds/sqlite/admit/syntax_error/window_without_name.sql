-- Looks like window_without_name and is honest: names it.

SELECT sum(id) OVER w FROM orders WINDOW w AS (ORDER BY id)
