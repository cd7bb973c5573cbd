-- Reads a column that is generated from a generated one.
-- policy: deny_columns users.token
-- fence: engine

SELECT token_hint FROM users WHERE id = 1
