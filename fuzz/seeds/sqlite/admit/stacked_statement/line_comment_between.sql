-- Has the second in the comment.

SELECT 1; -- DELETE FROM orders
