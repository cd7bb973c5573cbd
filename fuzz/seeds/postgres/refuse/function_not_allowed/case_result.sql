-- Calls it as a result of CASE.

SELECT CASE WHEN false THEN pg_sleep(9)::text ELSE 'a' END
