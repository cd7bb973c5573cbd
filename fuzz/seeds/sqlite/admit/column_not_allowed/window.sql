-- Looks like window and is honest: ranks by another.
-- policy: deny_columns users.token

SELECT rank() OVER (ORDER BY name) FROM users
