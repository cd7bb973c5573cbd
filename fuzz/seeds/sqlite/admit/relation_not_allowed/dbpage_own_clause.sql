-- Looks like dbpage_own_clause and is honest: reads a clause that stands behind.

WITH c AS (SELECT v FROM d), d AS (SELECT 1 AS v) SELECT * FROM c
