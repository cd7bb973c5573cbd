-- The words as aliases.

SELECT 1 AS rollback, 2 AS savepoint
