-- Looks like statistics_of_mask and is honest: reads the masked column, which is NULL.
-- policy: mask_columns users.token

SELECT token FROM users
