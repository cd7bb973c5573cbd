-- Looks like offset_in_file and is honest: asks for the number of the row.

SELECT rowid FROM orders
