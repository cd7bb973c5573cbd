-- Looks like not_allowed and is honest: reads one that is.
-- policy: allow_relations orders user_names

SELECT note FROM orders
