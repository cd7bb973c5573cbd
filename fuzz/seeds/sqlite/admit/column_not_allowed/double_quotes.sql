-- The word as a string.
-- policy: deny_columns users.token

SELECT 'token' FROM users
