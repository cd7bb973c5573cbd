-- Looks like create_index and is honest: reads through an index that exists.

SELECT id FROM users INDEXED BY users_token WHERE token > 'a'
