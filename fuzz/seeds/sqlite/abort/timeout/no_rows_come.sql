-- Computes for long without a row to stop at.

WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 100000000) SELECT i FROM n WHERE i < 0
