-- Looks like denied_clause and is honest: a clause of the denied name.
-- policy: deny_relations secrets

WITH secrets AS (SELECT note AS token FROM orders) SELECT token FROM secrets
