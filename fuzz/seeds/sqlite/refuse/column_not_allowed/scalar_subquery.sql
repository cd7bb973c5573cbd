-- Reads it in a scalar subquery.
-- policy: deny_columns users.token

SELECT note, (SELECT token FROM users WHERE users.id = user_id) FROM orders
