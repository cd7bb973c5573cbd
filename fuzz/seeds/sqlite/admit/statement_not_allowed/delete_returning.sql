-- Reads the same rows.

SELECT * FROM orders WHERE id = 1
