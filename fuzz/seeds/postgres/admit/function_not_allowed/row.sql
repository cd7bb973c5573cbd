-- Looks like row and is honest: a permitted one there.

SELECT ROW(abs(-1), 1)
