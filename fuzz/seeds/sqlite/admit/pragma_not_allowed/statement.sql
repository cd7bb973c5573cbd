-- Looks like statement and is honest: the word in a literal.

SELECT 'PRAGMA journal_mode = DELETE'
