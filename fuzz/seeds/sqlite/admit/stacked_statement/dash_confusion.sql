-- Looks like dash_confusion and is honest: has what is a comment.

SELECT 1 --1; DELETE FROM orders
