-- Collects into a document, which no limit of length stops before the end.

WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 100000) SELECT length(json_group_array(hex(zeroblob(900)) || i)) FROM n
