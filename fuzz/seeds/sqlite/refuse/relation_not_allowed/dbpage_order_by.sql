-- Reads it in ORDER BY.

SELECT id FROM orders ORDER BY (SELECT data FROM sqlite_dbpage WHERE pgno = id)
