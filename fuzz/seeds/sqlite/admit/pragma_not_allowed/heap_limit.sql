-- Computes with a similar word.

SELECT 0 AS soft_heap_limit
