-- A name that contains it.

SELECT 1 AS writefile
