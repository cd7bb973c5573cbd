-- Groups by another.
-- policy: deny_columns users.token

SELECT count(*) FROM users GROUP BY name
