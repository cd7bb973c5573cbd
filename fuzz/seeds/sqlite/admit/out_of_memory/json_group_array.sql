-- Looks like json_group_array and is honest: collects a few.

WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 10) SELECT json_group_array(i) FROM n
