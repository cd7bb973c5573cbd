-- Looks like do_block and is honest: the block in a comment.

SELECT 1; /* DO $$ BEGIN DELETE FROM orders; END $$ */
