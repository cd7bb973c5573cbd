-- Looks like update_schema and is honest: reads the schema.

SELECT sql FROM sqlite_schema WHERE name = 'orders'
