-- Joins all of it into one value.
-- policy: mask_columns users.token

SELECT group_concat(token), max(token) FROM users
