-- Creates an index.

CREATE UNIQUE INDEX i ON orders(note)
