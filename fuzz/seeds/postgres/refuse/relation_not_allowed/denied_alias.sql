-- Gives it the name of another.
-- policy: deny_relations secrets

SELECT orders.token FROM secrets AS orders(id, token)
