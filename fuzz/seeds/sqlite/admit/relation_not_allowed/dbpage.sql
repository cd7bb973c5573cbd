-- Reads the schema.

SELECT name, rootpage FROM sqlite_schema
