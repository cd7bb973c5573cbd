-- Looks like nested_clause and is honest: a clause of a clause.

WITH c AS (WITH d AS (SELECT lower('A') AS v) SELECT v FROM d) SELECT v FROM c
