-- Looks like function and is honest: reads a part of another.
-- policy: deny_columns users.token

SELECT substr(name, 1, 2) FROM users
