-- Looks like star and is honest: counts rows.
-- policy: deny_columns users.token

SELECT count(*) FROM users
