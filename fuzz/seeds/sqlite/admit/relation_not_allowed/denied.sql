-- Looks like denied and is honest: reads a table with a name that begins alike.
-- policy: deny_relations secrets

SELECT token FROM secrets_copy
