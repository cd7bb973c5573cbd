-- Reads it from the outer query.
-- policy: deny_columns users.token

SELECT name FROM users u WHERE EXISTS (SELECT 1 FROM orders WHERE note = u.token)
