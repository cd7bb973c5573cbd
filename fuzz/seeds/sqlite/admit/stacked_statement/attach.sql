-- Looks like attach and is honest: has it in a comment.

SELECT 1; /* ATTACH 'evil.db' AS evil */
