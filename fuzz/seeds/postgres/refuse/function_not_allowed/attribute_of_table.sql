-- Calls it as a column of a table.

SELECT orders.pg_relation_filepath FROM orders
