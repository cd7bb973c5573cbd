-- Reads every column by a star of one table of a join.
-- policy: deny_columns users.token

SELECT u.* FROM orders o JOIN users u ON u.id = o.user_id
