-- Reads it in a clause of its own name, which does not see itself.
-- policy: deny_relations secrets

WITH secrets AS (SELECT token FROM secrets) SELECT token FROM secrets
