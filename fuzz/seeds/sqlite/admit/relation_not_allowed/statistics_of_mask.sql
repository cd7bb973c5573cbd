-- Reads the masked column, which is NULL.
-- policy: mask_columns users.token

SELECT token FROM users
