-- Reads what is generated from it.
-- policy: mask_columns users.token

SELECT token_lower, token_hint FROM users
