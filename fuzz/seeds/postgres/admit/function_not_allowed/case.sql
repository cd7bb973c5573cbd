-- Looks like case and is honest: changes that of a permitted one.

SELECT LoWeR('A')
