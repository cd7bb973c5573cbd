-- Names the columns there.
-- policy: deny_columns users.token

SELECT name FROM (SELECT id, name FROM users)
