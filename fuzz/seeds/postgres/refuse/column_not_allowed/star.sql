-- Reads every column.
-- policy: deny_columns users.token

SELECT * FROM users
