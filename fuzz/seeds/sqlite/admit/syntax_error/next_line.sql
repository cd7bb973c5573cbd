-- The same character in a comment.

SELECT 1 /*  */
