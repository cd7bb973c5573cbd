-- Looks like comment_confusion and is honest: has the statement in the comment.

SELECT 1 /* /* ; DELETE FROM orders */
