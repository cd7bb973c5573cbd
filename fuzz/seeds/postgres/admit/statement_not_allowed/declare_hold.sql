-- Looks like declare_hold and is honest: the word as an alias.

SELECT 1 AS cursor
