-- Looks like explain_delete and is honest: explains a SELECT.
-- policy: explain true

EXPLAIN SELECT * FROM orders
