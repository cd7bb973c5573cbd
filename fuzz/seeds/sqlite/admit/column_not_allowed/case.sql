-- Looks like case and is honest: changes the case of another.
-- policy: deny_columns users.token

SELECT U.NAME FROM Users AS u
