-- Looks like denied_clause_scope and is honest: a clause of the denied name.
-- policy: deny_relations secrets

WITH secrets AS (SELECT 1 AS token) SELECT token FROM secrets
