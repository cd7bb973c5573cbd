-- Calls it in a subscript.

SELECT (ARRAY[1, 2])[length(pg_sleep(9)::text)]
