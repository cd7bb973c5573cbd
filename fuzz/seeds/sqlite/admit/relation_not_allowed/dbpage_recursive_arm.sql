-- Looks like dbpage_recursive_arm and is honest: reads a table there.

WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT id FROM n JOIN orders ON id = i + 1) SELECT i FROM n
