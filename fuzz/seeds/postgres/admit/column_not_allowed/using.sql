-- Looks like using and is honest: joins by another.
-- policy: deny_columns users.token

SELECT 1 FROM users JOIN orders USING (id)
