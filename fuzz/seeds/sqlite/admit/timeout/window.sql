-- Looks like window and is honest: sums a small frame.

WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 20) SELECT sum(i) OVER (ORDER BY i ROWS 2 PRECEDING) FROM n
