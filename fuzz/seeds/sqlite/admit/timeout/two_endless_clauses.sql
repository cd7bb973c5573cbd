-- Looks like two_endless_clauses and is honest: joins two with an end.

WITH RECURSIVE a(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM a LIMIT 9), b(i) AS (SELECT 1 UNION ALL SELECT i FROM b LIMIT 9) SELECT count(*) FROM a, b
