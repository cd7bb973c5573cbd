-- Looks like attach_memory and is honest: the word as an alias.

SELECT 1 AS attach
