-- Looks like catalog_authid and is honest: lists tables.

SELECT table_name FROM information_schema.tables
