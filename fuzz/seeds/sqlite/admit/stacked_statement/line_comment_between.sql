-- Looks like line_comment_between and is honest: has the second in the comment.

SELECT 1; -- DELETE FROM orders
