-- Fills a huge array.

SELECT array_length(array_fill(1, ARRAY[50000, 5000]), 1)
