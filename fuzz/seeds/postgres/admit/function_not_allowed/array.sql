-- Looks like array and is honest: a permitted one there.

SELECT ARRAY[abs(-1)]
