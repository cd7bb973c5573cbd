-- Looks like explain_analyze and is honest: explains without running.
-- policy: explain true

EXPLAIN SELECT * FROM orders
