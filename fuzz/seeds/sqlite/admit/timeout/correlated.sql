-- Looks like correlated and is honest: runs it for a few.

WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 10) SELECT count(*) FROM n a WHERE (SELECT count(*) FROM n b WHERE b.i > a.i) < 3
