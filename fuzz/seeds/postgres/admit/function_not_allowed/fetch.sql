-- Looks like fetch and is honest: a number there.

SELECT id FROM orders FETCH FIRST (1 + 1) ROWS ONLY
