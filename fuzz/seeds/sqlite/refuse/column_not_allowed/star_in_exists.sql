-- Has the star where no value leaves.
-- policy: deny_columns users.token

SELECT 1 FROM (SELECT * FROM users LIMIT 1)
