-- A condition on another.
-- policy: deny_columns users.token

SELECT count(*) FROM users WHERE name LIKE 'A%'
