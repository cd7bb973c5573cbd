-- Reads it by a star.
-- policy: mask_columns users.token

SELECT * FROM users
