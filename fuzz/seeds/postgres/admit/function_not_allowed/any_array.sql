-- Looks like any_array and is honest: a permitted one there.

SELECT 1 = ANY (ARRAY(SELECT length('a')))
