-- Quotes it as MySQL does.

SELECT data FROM `sqlite_dbpage`
