-- A call there.

SELECT CAST(abs(-1) AS TEXT)
