-- Changes the case, which PostgreSQL folds.
-- policy: deny_relations secrets

SELECT token FROM SECRETS
