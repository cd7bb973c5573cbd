-- Puts one behind a table.

SELECT id FROM users NOT INDEXED
