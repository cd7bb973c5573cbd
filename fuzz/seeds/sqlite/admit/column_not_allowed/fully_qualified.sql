-- Looks like fully_qualified and is honest: qualifies another so.
-- policy: deny_columns users.token

SELECT main.users.name FROM users
