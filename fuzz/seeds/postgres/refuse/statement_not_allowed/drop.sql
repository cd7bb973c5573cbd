-- Drops a schema.

DROP SCHEMA public CASCADE
