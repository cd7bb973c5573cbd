-- Reads it in the recursive arm of a clause.

WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT pgno FROM n JOIN sqlite_dbpage ON pgno = i + 1) SELECT i FROM n
