-- The word as a table alias.

SELECT savepoint.id FROM orders AS savepoint
