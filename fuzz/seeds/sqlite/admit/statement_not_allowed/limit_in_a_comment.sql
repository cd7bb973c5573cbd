-- Has the comment behind a SELECT.

SELECT 1 -- DELETE FROM users LIMIT 1
