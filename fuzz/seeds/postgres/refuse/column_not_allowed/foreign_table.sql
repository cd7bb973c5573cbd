-- Reads the same options in the catalog, where only the column is secret.

SELECT ftoptions FROM pg_foreign_table
