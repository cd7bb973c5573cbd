-- Learns its order.
-- policy: deny_columns users.token

SELECT name FROM users ORDER BY token
