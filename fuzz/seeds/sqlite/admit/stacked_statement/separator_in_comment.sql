-- Looks like separator_in_comment and is honest: has only the one in the comment.

SELECT 1 /* ; DELETE FROM orders */
