-- Reads through an index that exists.

SELECT id FROM users INDEXED BY users_token WHERE token > 'a'
