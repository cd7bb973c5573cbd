-- Looks like qualified and is honest: the column of another table.
-- policy: deny_columns users.token

SELECT s.token FROM secrets s, users u
