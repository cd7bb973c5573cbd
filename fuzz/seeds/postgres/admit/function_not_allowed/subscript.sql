-- Looks like subscript and is honest: a permitted one there.

SELECT (ARRAY[1, 2])[length('a')]
