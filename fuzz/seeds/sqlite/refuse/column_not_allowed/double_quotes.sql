-- Quotes it, so that it could be a string.
-- policy: deny_columns users.token

SELECT "token" FROM users
