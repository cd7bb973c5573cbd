-- Reads it as an attribute of the row.
-- policy: deny_columns users.token

SELECT (u).token FROM users u
