-- Reads others.
-- policy: deny_columns users.token

SELECT id, name FROM users
