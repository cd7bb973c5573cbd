-- Groups by it.
-- policy: deny_columns users.token

SELECT count(*) FROM users GROUP BY token
