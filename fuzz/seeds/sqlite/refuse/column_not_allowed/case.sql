-- Changes the case of it.
-- policy: deny_columns users.token

SELECT U.TOKEN FROM Users AS u
