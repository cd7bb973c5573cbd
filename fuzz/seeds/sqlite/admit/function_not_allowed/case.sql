-- Looks like case and is honest: changes the case of a permitted one.

SELECT LoWeR('EVIL')
