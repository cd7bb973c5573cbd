-- Counts the rows of a table.
-- policy: deny_columns users.token
-- fence: engine

SELECT count(name) FROM users
