-- Reads a table that is not denied.
-- policy: deny_relations secrets

SELECT name FROM users
