-- A call there.

WITH c AS (SELECT lower('A') AS v) SELECT v FROM c
