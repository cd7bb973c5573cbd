-- Looks like commit and is honest: the word as an alias.

SELECT 1 AS commit
