-- Reads passwords for other servers.

SELECT umoptions FROM pg_user_mapping
