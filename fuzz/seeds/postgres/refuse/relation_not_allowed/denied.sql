-- Reads a denied table.
-- policy: deny_relations secrets

SELECT token FROM secrets
