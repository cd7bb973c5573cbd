-- Looks like brackets and is honest: brackets around a subscript.

SELECT (ARRAY[1, 2])[1]
