-- Looks like statement_read and is honest: a word that begins like it.

SELECT 'Pragmatic' AS pragmatic
