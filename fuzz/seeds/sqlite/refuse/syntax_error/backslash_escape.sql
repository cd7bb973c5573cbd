-- Escapes a quote with a backslash, as MySQL does: SQLite ends the literal there.

SELECT 'it\'s'
