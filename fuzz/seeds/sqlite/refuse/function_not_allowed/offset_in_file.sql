-- Asks where in the file a row lies.

SELECT sqlite_offset(note) FROM orders
