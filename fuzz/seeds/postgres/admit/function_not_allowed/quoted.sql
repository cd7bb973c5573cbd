-- Looks like quoted and is honest: quotes a permitted one so.

SELECT "pg_catalog" . "lower" ('A')
