-- Looks like distinct and is honest: remembers a few.

WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 10) SELECT count(DISTINCT i % 3) FROM n
