-- Locks a table.

LOCK TABLE orders IN ACCESS EXCLUSIVE MODE
