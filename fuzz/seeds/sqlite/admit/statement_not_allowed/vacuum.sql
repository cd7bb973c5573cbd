-- Looks like vacuum and is honest: the word as an alias.

SELECT 1 AS vacuum
