-- Looks like database_list_alias and is honest: gives its name to a table as an alias.

SELECT pragma_database_list.id FROM orders AS pragma_database_list
