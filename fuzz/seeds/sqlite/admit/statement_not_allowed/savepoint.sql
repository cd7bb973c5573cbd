-- Looks like savepoint and is honest: the word as a table alias.

SELECT savepoint.id FROM orders AS savepoint
