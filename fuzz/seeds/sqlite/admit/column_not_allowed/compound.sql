-- Looks like compound and is honest: reads another there.
-- policy: deny_columns users.token

SELECT note FROM orders UNION ALL SELECT name FROM users
