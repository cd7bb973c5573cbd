-- Reads it by ONLY.
-- policy: deny_relations secrets

SELECT token FROM ONLY (secrets)
