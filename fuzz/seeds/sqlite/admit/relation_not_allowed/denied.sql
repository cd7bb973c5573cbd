-- Reads a table with a name that begins alike.
-- policy: deny_relations secrets

SELECT token FROM secrets_copy
