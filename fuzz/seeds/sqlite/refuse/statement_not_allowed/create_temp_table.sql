-- Creates a temporary table, which a read-only file does not forbid.

CREATE TEMP TABLE copy AS SELECT * FROM orders
