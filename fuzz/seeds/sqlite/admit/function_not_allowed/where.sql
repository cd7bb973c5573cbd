-- Looks like where and is honest: calls a permitted one there.

SELECT id FROM orders WHERE length(note)
