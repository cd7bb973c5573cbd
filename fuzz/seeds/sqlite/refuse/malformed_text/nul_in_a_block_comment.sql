-- Hides a NUL in a block comment.
-- expand

SELECT note FROM orders /*«x00»*/
