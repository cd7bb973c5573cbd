-- Reads the last row.

SELECT max(rowid) FROM orders
