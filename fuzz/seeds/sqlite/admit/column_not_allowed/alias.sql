-- Gives another its name.
-- policy: deny_columns users.token

SELECT name AS token FROM users
