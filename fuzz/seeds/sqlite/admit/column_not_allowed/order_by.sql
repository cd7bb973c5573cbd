-- Looks like order_by and is honest: orders by a result that bears its name.
-- policy: deny_columns users.token

SELECT name AS token FROM users ORDER BY 1
