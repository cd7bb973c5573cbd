-- Looks like explain_option and is honest: names options that do not run it.
-- policy: explain true

EXPLAIN (VERBOSE, COSTS off) SELECT * FROM orders
