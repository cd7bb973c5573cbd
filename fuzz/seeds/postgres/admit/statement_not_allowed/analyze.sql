-- Looks like analyze and is honest: the word quoted.

SELECT 1 AS "analyze"
