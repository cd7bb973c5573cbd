-- Joins it by a comma behind a table.

SELECT 1 FROM orders, pragma_database_list
