-- Looks like star_in_exists and is honest: counts with a star, which reads no column.
-- policy: deny_columns users.token

SELECT count(*) FROM users
