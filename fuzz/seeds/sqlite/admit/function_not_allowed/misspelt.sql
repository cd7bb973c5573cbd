-- Spells it right.

SELECT length(note) FROM orders
