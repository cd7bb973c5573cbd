-- Calls what is not permitted in the second.

SELECT 1; SELECT pg_sleep(9)
