-- Joins by its name.
-- policy: deny_columns users.token

SELECT 1 FROM users JOIN secrets USING (token)
