-- Rewrites the schema through its table.

UPDATE sqlite_schema SET sql = 'x' WHERE name = 'orders'
