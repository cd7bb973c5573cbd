-- Compares it in a row value.
-- policy: deny_columns users.token

SELECT 1 FROM users WHERE (id, token) = (1, 'x')
