-- Calls it in a constructor of JSON.

SELECT json_object('a': pg_sleep(9)::text)
