-- Asks for the plan of an INSERT behind WITH.
-- policy: explain true

EXPLAIN QUERY PLAN WITH x AS (SELECT 1) INSERT INTO orders(id) SELECT * FROM x
