-- Inserts a row.

INSERT INTO orders(note) VALUES ('x')
