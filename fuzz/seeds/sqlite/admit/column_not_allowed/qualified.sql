-- Looks like qualified and is honest: the column of that name of another table.
-- policy: deny_columns users.token

SELECT s.token FROM secrets AS s, users AS u
