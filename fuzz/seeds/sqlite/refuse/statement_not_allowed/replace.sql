-- Replaces a row: the verb is also a function.

REPLACE INTO orders(id, note) VALUES (1, 'x')
