-- Casts what it returns.

SELECT CAST(lo_create(0) AS text)
