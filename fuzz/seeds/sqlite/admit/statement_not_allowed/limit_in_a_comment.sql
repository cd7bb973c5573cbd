-- Looks like limit_in_a_comment and is honest: has the comment behind a SELECT.

SELECT 1 -- DELETE FROM users LIMIT 1
