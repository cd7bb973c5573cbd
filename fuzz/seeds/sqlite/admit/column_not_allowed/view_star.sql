-- Reads through a view by a star.
-- policy: deny_columns users.token
-- fence: engine

SELECT * FROM user_names
