-- Collects long texts into one, which no limit of length stops before the end.

WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 10000000) SELECT length(group_concat(hex(zeroblob(900)) || i)) FROM n
