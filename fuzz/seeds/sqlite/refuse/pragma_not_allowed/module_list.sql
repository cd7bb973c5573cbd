-- Lists modules, to look for a useful one.

SELECT name FROM pragma_module_list WHERE name LIKE '%file%'
