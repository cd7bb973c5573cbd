-- Counts others.
-- policy: deny_relations secrets

SELECT (SELECT count(*) FROM orders) > 0
