-- Replaces behind two clauses.

WITH a AS (SELECT 1), b AS MATERIALIZED (SELECT * FROM a) REPLACE INTO orders(id) SELECT * FROM b
