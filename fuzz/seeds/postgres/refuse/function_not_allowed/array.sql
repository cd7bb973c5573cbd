-- Calls it in an array.

SELECT ARRAY[lo_create(0)]
