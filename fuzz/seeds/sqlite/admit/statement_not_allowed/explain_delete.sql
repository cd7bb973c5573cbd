-- Explains a SELECT.
-- policy: explain true

EXPLAIN SELECT * FROM orders
