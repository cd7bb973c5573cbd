-- Looks like group_concat and is honest: collects short ones.

WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 10) SELECT group_concat(i) FROM n
