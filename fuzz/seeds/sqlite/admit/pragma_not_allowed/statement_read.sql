-- A word that begins like it.

SELECT 'Pragmatic' AS pragmatic
