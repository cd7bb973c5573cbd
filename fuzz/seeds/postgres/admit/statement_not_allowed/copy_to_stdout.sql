-- Looks like copy_to_stdout and is honest: reads a table.

SELECT * FROM orders
