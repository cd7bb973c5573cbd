-- Looks like begin and is honest: has the word as an alias.

SELECT 1 begin;
