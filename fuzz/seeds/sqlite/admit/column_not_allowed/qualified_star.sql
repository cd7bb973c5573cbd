-- Looks like qualified_star and is honest: a star of the other.
-- policy: deny_columns users.token

SELECT o.* FROM orders o JOIN users u ON u.id = o.user_id
