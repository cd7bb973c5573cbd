-- Reads it where LIMIT stands.

SELECT id FROM orders LIMIT (SELECT length(file) FROM pragma_database_list)
