-- Keeps a clause of long rows for later.

WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 10000000), kept AS MATERIALIZED (SELECT i, randomblob(900) AS b FROM n) SELECT count(*) FROM kept a, kept b WHERE a.b = b.b
