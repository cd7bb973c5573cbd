-- Compares it in HAVING.
-- policy: deny_columns users.token

SELECT name FROM users GROUP BY name HAVING max(token) > 'S'
