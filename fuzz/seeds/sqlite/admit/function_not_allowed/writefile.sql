-- Looks like writefile and is honest: a name that contains it.

SELECT 1 AS writefile
