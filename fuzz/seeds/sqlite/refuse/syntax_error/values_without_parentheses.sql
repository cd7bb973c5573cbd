-- Reads from VALUES without parentheses.

SELECT * FROM VALUES (1)
