-- Reads the real one in the body of the clause that shadows it from outside.

WITH c AS (SELECT data FROM sqlite_dbpage), sqlite_dbpage2 AS (SELECT 1) SELECT * FROM c
