-- Lists functions, to look for a useful one.

SELECT name FROM pragma_function_list WHERE name LIKE '%file%'
