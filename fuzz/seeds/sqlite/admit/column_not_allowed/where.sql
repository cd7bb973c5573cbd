-- Looks like where and is honest: a condition on another.
-- policy: deny_columns users.token

SELECT count(*) FROM users WHERE name LIKE 'A%'
