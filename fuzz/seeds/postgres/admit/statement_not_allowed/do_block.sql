-- Looks like do_block and is honest: has the block as a literal.

SELECT $$ BEGIN DELETE FROM orders; END $$
