-- Counts with a star, which reads no column.
-- policy: deny_columns users.token

SELECT count(*) FROM users
