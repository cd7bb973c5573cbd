-- Reads engine internals in the second.

SELECT 1; SELECT * FROM sqlite_dbpage
