-- Calls it in the body of a clause.

WITH c AS (SELECT load_extension('evil') AS v) SELECT v FROM c
