-- Looks like cte_insert_second and is honest: selects in both.

WITH a AS (SELECT 1), b AS (VALUES ('x')) SELECT * FROM a
