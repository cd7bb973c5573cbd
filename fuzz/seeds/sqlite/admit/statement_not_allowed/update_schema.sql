-- Reads the schema.

SELECT sql FROM sqlite_schema WHERE name = 'orders'
