-- Looks like sort and is honest: sorts a few.

WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 10) SELECT i FROM n ORDER BY random()
