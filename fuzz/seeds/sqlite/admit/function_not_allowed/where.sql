-- Calls a permitted one there.

SELECT id FROM orders WHERE length(note)
