-- Reads it in an arm of a compound that sorts.
-- policy: mask_columns users.token

SELECT token FROM users UNION SELECT note FROM orders ORDER BY 1
