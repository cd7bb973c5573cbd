-- Looks like json_group_object and is honest: collects a few pairs.

WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 10) SELECT json_group_object(i, i) FROM n
