-- Looks like insert and is honest: the words in a literal.

SELECT 'INSERT INTO orders(note) VALUES (1)'
