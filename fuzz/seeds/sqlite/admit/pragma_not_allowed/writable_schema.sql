-- Looks like writable_schema and is honest: compares a column with a schema before it.

SELECT 1 FROM orders WHERE main.orders.id = 1
