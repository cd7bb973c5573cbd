-- Looks like database_list and is honest: reads the columns of a table.

SELECT name FROM pragma_table_info('orders')
