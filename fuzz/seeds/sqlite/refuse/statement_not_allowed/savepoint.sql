-- Opens a savepoint.

SAVEPOINT s
