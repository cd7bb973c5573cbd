-- Gives the denied table the name of another.
-- policy: deny_relations secrets

SELECT orders.token FROM secrets AS orders
