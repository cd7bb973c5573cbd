-- Looks like execute and is honest: the word as an alias.

SELECT 1 AS execute
