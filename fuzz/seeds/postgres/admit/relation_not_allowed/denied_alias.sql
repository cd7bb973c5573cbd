-- Looks like denied_alias and is honest: gives another its name.
-- policy: deny_relations secrets

SELECT secrets.note FROM orders AS secrets
