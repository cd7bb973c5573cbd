-- Looks like rollback_to and is honest: the words as aliases.

SELECT 1 AS rollback, 2 AS savepoint
