-- Looks like denied_schema and is honest: reads a table that is not denied.
-- policy: deny_relations secrets

SELECT count(*) FROM orders
