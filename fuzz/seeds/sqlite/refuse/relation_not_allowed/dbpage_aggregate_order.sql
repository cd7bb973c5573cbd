-- Reads it in ORDER BY within an aggregate.

SELECT group_concat(note, ',' ORDER BY (SELECT 1 FROM sqlite_dbpage)) FROM orders
