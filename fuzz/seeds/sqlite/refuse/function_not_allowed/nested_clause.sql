-- Calls it in a clause of a clause.

WITH c AS (WITH d AS (SELECT load_extension('evil') AS v) SELECT v FROM d) SELECT v FROM c
