-- Looks like view and is honest: reads a view that leaves it out.
-- policy: deny_columns users.token
-- fence: engine

SELECT name FROM user_names
