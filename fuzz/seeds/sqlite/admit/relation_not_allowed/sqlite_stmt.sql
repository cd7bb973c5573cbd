-- Reads the statements that made the tables.

SELECT sql FROM sqlite_schema
