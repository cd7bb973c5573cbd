-- Looks like alias and is honest: gives another its name.
-- policy: deny_columns users.token

SELECT name AS token FROM users
