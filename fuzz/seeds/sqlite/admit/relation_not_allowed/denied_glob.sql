-- Reads one that it does not match.
-- policy: deny_relations secrets*

SELECT note FROM orders
