-- Keeps every row of a clause to compare it.

WITH RECURSIVE n(i, b) AS (SELECT 1, x'' UNION SELECT i + 1, randomblob(900) FROM n) SELECT count(*) FROM n
