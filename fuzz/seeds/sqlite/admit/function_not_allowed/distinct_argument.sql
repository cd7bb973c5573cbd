-- Looks like distinct_argument and is honest: an aggregate with DISTINCT.

SELECT count(DISTINCT note) FROM orders
