-- Explains a SELECT where the policy does not permit it.

EXPLAIN SELECT * FROM orders
