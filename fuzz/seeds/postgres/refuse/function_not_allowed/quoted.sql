-- Quotes it and its schema.

SELECT "pg_catalog" . "pg_sleep" (9)
