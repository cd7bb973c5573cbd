-- Has the statement in the comment.

SELECT 1 /* /* ; DELETE FROM orders */
