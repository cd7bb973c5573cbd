-- Looks like correlated and is honest: reads another so.
-- policy: deny_columns users.token

SELECT name FROM users u WHERE EXISTS (SELECT 1 FROM orders WHERE user_id = u.id)
