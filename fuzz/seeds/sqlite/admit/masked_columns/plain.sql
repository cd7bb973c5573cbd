-- Reads a masked column: it is NULL, and a notice says so.
-- policy: mask_columns users.token

SELECT name, token FROM users
