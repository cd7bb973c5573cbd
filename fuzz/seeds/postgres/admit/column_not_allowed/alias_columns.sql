-- Looks like alias_columns and is honest: renames those of another.
-- policy: deny_columns users.token

SELECT b FROM orders AS o(a, b)
