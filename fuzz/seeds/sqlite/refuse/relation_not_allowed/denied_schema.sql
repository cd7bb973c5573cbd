-- Reads the definition of the denied table.
-- policy: deny_relations secrets

SELECT sql FROM sqlite_schema WHERE name = 'secrets'
