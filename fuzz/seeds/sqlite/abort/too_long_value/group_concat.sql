-- Collects long texts into one.

WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 5000) SELECT length(group_concat(hex(zeroblob(900)) || i)) FROM n
