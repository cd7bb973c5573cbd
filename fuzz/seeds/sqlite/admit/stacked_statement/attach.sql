-- Has it in a comment.

SELECT 1; /* ATTACH 'evil.db' AS evil */
