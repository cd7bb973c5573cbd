-- Looks like plain and is honest: reads others.
-- policy: deny_columns users.token

SELECT id, name FROM users
