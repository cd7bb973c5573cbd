-- Looks like hidden_names and is honest: reads a table that is not denied.
-- policy: deny_relations secrets

SELECT name FROM users
