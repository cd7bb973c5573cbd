-- Looks like scalar_subquery and is honest: reads another there.
-- policy: deny_columns users.token

SELECT note, (SELECT name FROM users WHERE users.id = user_id) FROM orders
