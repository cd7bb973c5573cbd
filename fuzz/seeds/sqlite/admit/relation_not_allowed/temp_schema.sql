-- Reads the older name of the schema.

SELECT name FROM sqlite_master
