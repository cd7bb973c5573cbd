-- Looks like view_of_view and is honest: counts the rows of a table.
-- policy: deny_columns users.token
-- fence: engine

SELECT count(name) FROM users
