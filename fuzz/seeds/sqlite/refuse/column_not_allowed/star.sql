-- Reads every column by a star.
-- policy: deny_columns users.token

SELECT * FROM users
