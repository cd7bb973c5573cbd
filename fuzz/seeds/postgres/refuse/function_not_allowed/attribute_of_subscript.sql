-- Calls it behind a subscript.

SELECT (ARRAY['PG_VERSION'])[1].pg_read_file
