-- Remembers every long text that it has seen.

WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 10000000) SELECT count(DISTINCT hex(randomblob(450))) FROM n
