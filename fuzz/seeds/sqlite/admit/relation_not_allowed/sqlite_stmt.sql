-- Looks like sqlite_stmt and is honest: reads the statements that made the tables.

SELECT sql FROM sqlite_schema
