-- Joins by another name.
-- policy: deny_columns users.token

SELECT 1 FROM users JOIN orders USING (id)
