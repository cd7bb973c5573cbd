-- Looks like group_by and is honest: groups by another.
-- policy: deny_columns users.token

SELECT count(*) FROM users GROUP BY name
