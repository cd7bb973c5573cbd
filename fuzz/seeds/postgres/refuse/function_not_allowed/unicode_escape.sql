-- Writes the name with an escape.

SELECT U&"pg\005Fsleep"(9)
