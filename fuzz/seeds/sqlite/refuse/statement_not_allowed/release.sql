-- Releases a savepoint.

RELEASE s
