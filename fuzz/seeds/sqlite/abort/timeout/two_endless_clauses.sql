-- Joins two clauses without end.

WITH RECURSIVE a(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM a), b(i) AS (SELECT 1 UNION ALL SELECT i FROM b) SELECT count(*) FROM a, b
