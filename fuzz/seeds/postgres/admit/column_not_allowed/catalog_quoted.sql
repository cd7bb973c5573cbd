-- Looks like catalog_quoted and is honest: quotes a table so.

SELECT * FROM "public"."orders"
