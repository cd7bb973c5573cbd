-- Joins a few thousand rows with themselves four times.

WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 3000) SELECT count(*) FROM n a, n b, n c, n d WHERE a.i + b.i + c.i + d.i < 0
