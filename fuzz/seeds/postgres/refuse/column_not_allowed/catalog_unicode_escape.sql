-- Writes the name with an escape.

SELECT * FROM U&"pg\005Fauthid"
