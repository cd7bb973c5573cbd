-- Reads one that is.
-- policy: allow_relations orders user_names

SELECT note FROM orders
