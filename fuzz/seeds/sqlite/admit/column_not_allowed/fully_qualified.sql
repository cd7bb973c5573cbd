-- Qualifies another so.
-- policy: deny_columns users.token

SELECT main.users.name FROM users
