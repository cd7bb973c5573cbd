-- Looks like double_quotes and is honest: the word as a string.
-- policy: deny_columns users.token

SELECT 'token' FROM users
