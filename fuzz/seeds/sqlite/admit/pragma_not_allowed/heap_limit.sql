-- Looks like heap_limit and is honest: computes with a similar word.

SELECT 0 AS soft_heap_limit
