-- Explains a DELETE.
-- policy: explain true

EXPLAIN DELETE FROM orders
