-- Reads it through a view with a star.
-- policy: deny_columns users.token
-- fence: engine

SELECT token FROM everything
