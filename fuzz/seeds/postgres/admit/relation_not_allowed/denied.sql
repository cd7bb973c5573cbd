-- Looks like denied and is honest: one whose name begins alike.
-- policy: deny_relations secrets

SELECT token FROM secrets_copy
