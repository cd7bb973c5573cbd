-- Looks like with_replace and is honest: selects from two clauses.

WITH a AS (SELECT 1), b AS MATERIALIZED (SELECT * FROM a) SELECT * FROM b
