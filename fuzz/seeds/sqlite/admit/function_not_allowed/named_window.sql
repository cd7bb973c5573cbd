-- Looks like named_window and is honest: a named window.

SELECT sum(id) OVER w FROM orders WINDOW w AS (PARTITION BY lower(note))
