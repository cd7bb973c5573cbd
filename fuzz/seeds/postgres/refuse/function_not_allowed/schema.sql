-- Puts the schema before it.

SELECT pg_catalog.pg_sleep(9)
