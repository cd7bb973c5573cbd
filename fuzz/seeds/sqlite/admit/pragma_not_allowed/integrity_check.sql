-- Counts the rows of a table.

SELECT count(*) FROM orders
