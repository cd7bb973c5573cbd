-- Joins by it without naming it.
-- policy: deny_columns users.token

SELECT 1 FROM users NATURAL JOIN (SELECT 'SECRET-ann' AS token)
