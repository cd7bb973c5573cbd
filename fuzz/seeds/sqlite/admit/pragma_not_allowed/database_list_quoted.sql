-- Quotes a permitted one.

SELECT name FROM "pragma_table_info"('orders')
