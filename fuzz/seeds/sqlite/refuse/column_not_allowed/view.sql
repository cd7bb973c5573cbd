-- Reads it through a view.
-- policy: deny_columns users.token
-- fence: engine

SELECT note FROM user_tokens
