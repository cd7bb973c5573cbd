-- Looks like window and is honest: a permitted one there.

SELECT count(*) OVER w FROM orders WINDOW w AS (ORDER BY lower(note))
