-- Looks like module_list and is honest: lists functions.

SELECT name FROM pragma_function_list WHERE name LIKE '%file%'
