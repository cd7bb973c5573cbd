-- Reads it from the outer query in a subquery that has no such column.
-- policy: deny_columns users.token

SELECT name FROM users WHERE EXISTS (SELECT 1 FROM orders WHERE note = token)
