-- Looks like where and is honest: a permitted one there.

SELECT id FROM orders WHERE length(note) IS NOT NULL
