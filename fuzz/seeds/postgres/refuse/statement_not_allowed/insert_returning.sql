-- Inserts and returns.

INSERT INTO orders(note) VALUES ('x') RETURNING id
