-- Detaches the database.

DETACH DATABASE main
