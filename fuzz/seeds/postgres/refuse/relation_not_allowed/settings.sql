-- Reads settings, with paths.

SELECT name, setting FROM pg_settings
