-- Looks like database_list_schema and is honest: a schema before a table.

SELECT id FROM main.orders
