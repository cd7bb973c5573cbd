-- Looks like correlated and is honest: reads another from the outer query.
-- policy: deny_columns users.token

SELECT name FROM users WHERE EXISTS (SELECT 1 FROM orders WHERE user_id = users.id)
