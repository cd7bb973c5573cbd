-- Looks like statistics and is honest: reads what is not denied.
-- policy: deny_columns users.token

SELECT name FROM users
