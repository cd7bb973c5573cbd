-- Looks like vacuum and is honest: the word as an alias, and in a name.

SELECT 1 AS vacuum
