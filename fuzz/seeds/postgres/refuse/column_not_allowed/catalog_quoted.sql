-- Quotes name and schema.

SELECT * FROM "pg_catalog"."pg_authid"
