-- Looks like view_star and is honest: reads through a view by a star.
-- policy: deny_columns users.token
-- fence: engine

SELECT * FROM user_names
