-- Looks like comment_between and is honest: the second in the comment.

SELECT 1;
-- DELETE FROM orders
