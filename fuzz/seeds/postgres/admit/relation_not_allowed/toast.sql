-- Looks like toast and is honest: asks the catalog which table has such a store.

SELECT reltoastrelid FROM pg_catalog.pg_class WHERE relname = 'users'
