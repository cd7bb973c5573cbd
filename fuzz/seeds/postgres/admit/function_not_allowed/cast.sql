-- Looks like cast and is honest: casts a permitted one.

SELECT CAST(abs(-1) AS text)
