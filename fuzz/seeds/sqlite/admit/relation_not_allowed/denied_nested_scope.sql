-- Looks like denied_nested_scope and is honest: uses the name as a column.
-- policy: deny_relations secrets

SELECT note AS secrets FROM orders ORDER BY secrets
