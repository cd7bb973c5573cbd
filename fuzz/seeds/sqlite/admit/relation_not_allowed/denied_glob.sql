-- Looks like denied_glob and is honest: reads one that it does not match.
-- policy: deny_relations secrets*

SELECT note FROM orders
