-- Hides it in a subquery of a clause of the same name.
-- policy: deny_relations secrets

WITH secrets AS (SELECT token FROM main.secrets) SELECT token FROM secrets
