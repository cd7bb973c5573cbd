-- Looks like cte_before_insert and is honest: has it before a SELECT.

WITH a AS (SELECT 1 AS v) SELECT v::text FROM a
