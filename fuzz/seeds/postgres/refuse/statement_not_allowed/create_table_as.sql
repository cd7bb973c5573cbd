-- Creates a table of a SELECT.

CREATE TABLE copy AS SELECT * FROM orders
