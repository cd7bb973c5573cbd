-- Looks like aggregate and is honest: joins another.
-- policy: deny_columns users.token

SELECT group_concat(name) FROM users
