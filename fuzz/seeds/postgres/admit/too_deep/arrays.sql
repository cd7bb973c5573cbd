-- Looks like arrays and is honest: ARRAY of arrays.
-- expand

SELECT ARRAY[ARRAY[1, 2], ARRAY[3, 4]]
