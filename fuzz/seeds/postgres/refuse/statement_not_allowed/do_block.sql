-- Runs a block of procedural code.

DO $$ BEGIN DELETE FROM orders; END $$
