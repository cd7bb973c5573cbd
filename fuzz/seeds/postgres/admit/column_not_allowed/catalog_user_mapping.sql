-- Looks like catalog_user_mapping and is honest: lists schemas.

SELECT nspname FROM pg_namespace
