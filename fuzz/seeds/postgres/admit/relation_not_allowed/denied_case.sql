-- Looks like denied_case and is honest: a quoted name in another case is another table.
-- policy: deny_relations secrets

SELECT token FROM "SECRETS"
