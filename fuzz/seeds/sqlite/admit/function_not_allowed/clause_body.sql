-- Looks like clause_body and is honest: a call there.

WITH c AS (SELECT lower('A') AS v) SELECT v FROM c
