-- Explains where the policy does not permit it.

EXPLAIN SELECT 1
