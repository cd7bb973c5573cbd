-- Reads it through a view of a view.
-- policy: deny_columns users.token
-- fence: engine

SELECT harmless FROM nested_tokens
