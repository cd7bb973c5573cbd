-- Looks like select_into_temp and is honest: selects behind it.

WITH a AS (SELECT 1 AS v) SELECT v AS temp FROM a
