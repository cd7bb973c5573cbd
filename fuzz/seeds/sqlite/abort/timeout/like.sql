-- Matches a pattern of many wildcards.

WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 1000000) SELECT sum(hex(zeroblob(400000)) LIKE replace(hex(zeroblob(100)), '00', '%0_') || i) FROM n
