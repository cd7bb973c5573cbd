-- Runs it by an option in parentheses.
-- policy: explain true

EXPLAIN (VERBOSE, ANALYZE true) SELECT * FROM orders
