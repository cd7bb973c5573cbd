-- A clause of the denied name.
-- policy: deny_relations secrets

WITH secrets AS (SELECT note AS token FROM orders) SELECT token FROM secrets
