-- Trims by a long set of characters, in one call.

WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 1000000) SELECT sum(length(trim(hex(zeroblob(400000)) || i, hex(randomblob(400000))))) FROM n
