-- Collects pairs into a document.

WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 100000) SELECT length(json_group_object(i, hex(zeroblob(900)))) FROM n
