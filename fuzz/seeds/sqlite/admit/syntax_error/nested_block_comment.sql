-- An opening mark in a comment.

SELECT 1 /* a /* b */
