-- Puts it in parentheses in FROM.

SELECT 1 FROM (orders, (sqlite_dbpage))
