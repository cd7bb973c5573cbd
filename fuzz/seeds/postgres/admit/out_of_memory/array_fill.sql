-- Looks like array_fill and is honest: fills a small one.

SELECT array_length(array_fill(1, ARRAY[5, 5]), 1)
