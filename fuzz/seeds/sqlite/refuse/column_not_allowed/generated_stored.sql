-- Reads a stored column that is generated from it.
-- policy: deny_columns users.token
-- fence: engine

SELECT token_lower FROM users
