-- Reads it in HAVING.

SELECT user_id FROM orders GROUP BY user_id HAVING (SELECT file FROM pragma_database_list) LIKE '/%'
