-- Looks like dbpage and is honest: reads the schema.

SELECT name, rootpage FROM sqlite_schema
