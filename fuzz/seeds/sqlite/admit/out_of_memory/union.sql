-- Looks like union and is honest: keeps a few.

WITH RECURSIVE n(i) AS (SELECT 1 UNION SELECT i % 5 + 1 FROM n) SELECT count(*) FROM n
