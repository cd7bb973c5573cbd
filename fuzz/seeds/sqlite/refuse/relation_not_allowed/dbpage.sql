-- Reads raw pages, and with them every table.

SELECT pgno, data FROM sqlite_dbpage
