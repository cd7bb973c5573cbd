-- Reads the columns of a table.

SELECT name FROM pragma_table_info('orders')
