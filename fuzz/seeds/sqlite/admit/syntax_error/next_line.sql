-- Looks like next_line and is honest: the same character in a comment.

SELECT 1 /*  */
