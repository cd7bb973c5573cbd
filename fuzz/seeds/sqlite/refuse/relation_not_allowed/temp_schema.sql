-- Reads the temporary schema, which others might have filled.

SELECT name FROM sqlite_temp_schema
