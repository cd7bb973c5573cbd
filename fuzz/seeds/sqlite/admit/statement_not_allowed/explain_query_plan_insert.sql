-- Asks for the plan of a SELECT behind WITH.
-- policy: explain true

EXPLAIN QUERY PLAN WITH x AS (SELECT 1) SELECT * FROM x
