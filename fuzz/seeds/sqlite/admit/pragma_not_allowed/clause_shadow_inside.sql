-- Looks like clause_shadow_inside and is honest: a clause that reads a clause.

WITH a AS (SELECT 1 AS file), b AS (SELECT file FROM a) SELECT * FROM b
