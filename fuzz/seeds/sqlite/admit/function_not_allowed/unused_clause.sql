-- Looks like unused_clause and is honest: a clause that is never read.

WITH c AS (SELECT lower('A') AS v) SELECT 1
