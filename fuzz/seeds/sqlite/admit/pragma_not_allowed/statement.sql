-- The word in a literal.

SELECT 'PRAGMA journal_mode = DELETE'
