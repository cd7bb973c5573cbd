-- A star of the other.
-- policy: deny_columns users.token

SELECT o.* FROM orders o JOIN users u ON u.id = o.user_id
