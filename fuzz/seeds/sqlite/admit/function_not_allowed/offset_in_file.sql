-- Asks for the number of the row.

SELECT rowid FROM orders
