-- Looks like schema and is honest: puts it before a permitted one.

SELECT pg_catalog.lower('A')
