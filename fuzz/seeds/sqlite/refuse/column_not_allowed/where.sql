-- Guesses it by a condition.
-- policy: deny_columns users.token

SELECT count(*) FROM users WHERE token LIKE 'SECRET-a%'
