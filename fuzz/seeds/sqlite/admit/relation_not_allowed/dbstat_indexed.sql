-- Looks like dbstat_indexed and is honest: puts one behind a table.

SELECT id FROM users NOT INDEXED
