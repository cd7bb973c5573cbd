-- Looks like explain_query_plan_insert and is honest: asks for the plan of a SELECT behind WITH.
-- policy: explain true

EXPLAIN QUERY PLAN WITH x AS (SELECT 1) SELECT * FROM x
