-- Looks like nul_in_a_block_comment and is honest: a block comment at the end.
-- expand

SELECT note FROM orders /* all of them */
