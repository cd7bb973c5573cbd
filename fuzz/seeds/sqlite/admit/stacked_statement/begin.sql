-- Has the word as an alias.

SELECT 1 begin;
