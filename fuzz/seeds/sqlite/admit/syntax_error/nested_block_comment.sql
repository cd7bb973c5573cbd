-- Looks like nested_block_comment and is honest: an opening mark in a comment.

SELECT 1 /* a /* b */
