-- Quotes it as a string, which SQLite takes for a name in FROM.

SELECT data FROM 'sqlite_dbpage'
