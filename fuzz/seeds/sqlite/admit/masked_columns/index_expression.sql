-- Reads an expression that an index holds ready.
-- policy: mask_columns users.token

SELECT lower(token) FROM users INDEXED BY users_hint WHERE lower(token) > ''
