-- Runs a subquery for every row of a large one.

WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 100000) SELECT count(*) FROM n a WHERE (SELECT count(*) FROM n b WHERE b.i > a.i) < 0
