-- Looks like star_in_subquery and is honest: names the columns there.
-- policy: deny_columns users.token

SELECT name FROM (SELECT id, name FROM users)
