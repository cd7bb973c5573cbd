-- Changes the case of a permitted one.

SELECT LoWeR('EVIL')
