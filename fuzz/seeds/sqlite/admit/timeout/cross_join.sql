-- Looks like cross_join and is honest: joins a few rows.

WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 5) SELECT count(*) FROM n a, n b, n c, n d
