-- Reads a denied column.
-- policy: deny_columns users.token

SELECT token FROM users
