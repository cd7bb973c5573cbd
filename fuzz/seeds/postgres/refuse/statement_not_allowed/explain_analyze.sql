-- Runs what it explains.
-- policy: explain true

EXPLAIN ANALYZE SELECT * FROM orders
