-- Looks like database_list_quoted and is honest: quotes a permitted one.

SELECT name FROM "pragma_table_info"('orders')
