-- Replaces in a long text, over and over.

WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 10000000) SELECT sum(length(replace(hex(zeroblob(200000)) || i, '0', 'ab'))) FROM n
