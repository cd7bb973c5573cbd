-- Rolls back to a savepoint.

ROLLBACK TO SAVEPOINT s
