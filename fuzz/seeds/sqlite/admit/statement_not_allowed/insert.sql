-- The words in a literal.

SELECT 'INSERT INTO orders(note) VALUES (1)'
