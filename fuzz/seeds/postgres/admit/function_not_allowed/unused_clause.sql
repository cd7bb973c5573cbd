-- Looks like unused_clause and is honest: a permitted one there.

WITH c AS MATERIALIZED (SELECT lower('A')) SELECT 1
