-- Creates a table.

CREATE TABLE copy AS SELECT * FROM secrets
