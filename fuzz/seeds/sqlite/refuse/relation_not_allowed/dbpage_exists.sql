-- Reads it in EXISTS only.

SELECT id FROM orders WHERE EXISTS (SELECT 1 FROM sqlite_dbpage WHERE pgno = orders.id)
