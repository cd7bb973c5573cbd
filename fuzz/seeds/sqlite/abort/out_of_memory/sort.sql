-- Sorts long rows, which would spill to a file.

WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 10000000) SELECT i, randomblob(900) AS b FROM n ORDER BY b
