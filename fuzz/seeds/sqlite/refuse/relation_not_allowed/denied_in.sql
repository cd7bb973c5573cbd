-- Reads it by IN.
-- policy: deny_relations secrets

SELECT name FROM users WHERE id IN secrets
