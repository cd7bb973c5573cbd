-- Copies a secret to a table that may be read.

INSERT INTO orders(note) SELECT token FROM secrets
