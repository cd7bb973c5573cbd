-- Reads the row as one value.
-- policy: deny_columns users.token

SELECT u FROM users u
