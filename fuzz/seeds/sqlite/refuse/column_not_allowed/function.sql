-- Reads a part of it.
-- policy: deny_columns users.token

SELECT substr(token, 1, 3) FROM users
