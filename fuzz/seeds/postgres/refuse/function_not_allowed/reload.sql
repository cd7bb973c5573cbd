-- Reloads the configuration.

SELECT pg_reload_conf()
