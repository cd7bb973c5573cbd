-- Looks like integrity_check and is honest: counts the rows of a table.

SELECT count(*) FROM orders
