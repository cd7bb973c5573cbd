-- Adds a LIMIT in a comment, for guards that look for one.

WITH x AS (SELECT 1) DELETE FROM users WHERE id = 1 -- SELECT 1 LIMIT 1
