-- Matches a GLOB of many stars.

WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 1000000) SELECT sum(hex(zeroblob(400000)) GLOB replace(hex(zeroblob(100)), '00', '*0?') || i) FROM n
