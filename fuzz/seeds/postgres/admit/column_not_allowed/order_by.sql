-- Looks like order_by and is honest: orders by another.
-- policy: deny_columns users.token

SELECT name FROM users ORDER BY id
