-- Looks like attribute_of_table and is honest: a column of a table.

SELECT orders.note FROM orders
