-- Looks like delete_returning and is honest: reads the same rows.

SELECT * FROM orders WHERE id = 1
