-- Reads it in the bound of a window frame.

SELECT sum(id) OVER (ORDER BY id ROWS (SELECT count(*) FROM sqlite_dbpage) PRECEDING) FROM orders
