-- Reads it in the second arm.
-- policy: deny_columns users.token

SELECT note FROM orders UNION ALL SELECT token FROM users
