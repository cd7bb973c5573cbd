-- Looks like denied_count and is honest: counts others.
-- policy: deny_relations secrets

SELECT (SELECT count(*) FROM orders) > 0
