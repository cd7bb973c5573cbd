-- Runs a block, with separators of its own.

SELECT 1; DO $$ BEGIN DELETE FROM orders; END $$
