-- Calls it in a clause that is never read.

WITH c AS (SELECT load_extension('evil') AS v) SELECT 1
