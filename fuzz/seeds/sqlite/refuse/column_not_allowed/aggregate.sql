-- Joins all of it into one value.
-- policy: deny_columns users.token

SELECT group_concat(token) FROM users
