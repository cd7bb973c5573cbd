-- Looks like last_insert_rowid and is honest: reads the last row.

SELECT max(rowid) FROM orders
