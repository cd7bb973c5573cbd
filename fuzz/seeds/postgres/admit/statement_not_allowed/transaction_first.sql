-- Looks like transaction_first and is honest: has it all in a comment.

SELECT 1 --; COMMIT; DROP SCHEMA public CASCADE
