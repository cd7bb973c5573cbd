-- Looks like import_schema and is honest: the word as an alias.

SELECT 1 AS import
