-- Explains a DELETE where EXPLAIN is permitted.
-- policy: explain true

EXPLAIN DELETE FROM orders
