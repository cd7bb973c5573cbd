-- Reads it through a view of a view.
-- policy: mask_columns users.token

SELECT harmless FROM nested_tokens
