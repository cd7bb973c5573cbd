-- Looks like cast and is honest: a call there.

SELECT CAST(abs(-1) AS TEXT)
