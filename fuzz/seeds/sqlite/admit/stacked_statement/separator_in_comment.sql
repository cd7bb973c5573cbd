-- Has only the one in the comment.

SELECT 1 /* ; DELETE FROM orders */
