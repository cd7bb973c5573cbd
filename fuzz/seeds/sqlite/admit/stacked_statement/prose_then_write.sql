-- Looks like prose_then_write and is honest: has them in a comment.

SELECT 1; /* and then; DELETE FROM orders */
