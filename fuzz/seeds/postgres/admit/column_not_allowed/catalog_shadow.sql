-- Looks like catalog_shadow and is honest: lists columns.

SELECT column_name FROM information_schema.columns
