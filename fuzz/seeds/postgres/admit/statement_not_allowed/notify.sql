-- Looks like notify and is honest: the word as an alias.

SELECT 1 AS notify
