-- Sleeps in the list of results.

SELECT pg_sleep(9)
