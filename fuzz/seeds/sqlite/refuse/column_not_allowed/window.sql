-- Ranks by it.
-- policy: deny_columns users.token

SELECT rank() OVER (ORDER BY token) FROM users
