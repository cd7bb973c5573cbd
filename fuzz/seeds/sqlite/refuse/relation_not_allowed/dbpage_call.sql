-- Calls it as a table function.

SELECT data FROM sqlite_dbpage('main')
