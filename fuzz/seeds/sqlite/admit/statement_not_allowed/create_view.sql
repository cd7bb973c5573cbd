-- Looks like create_view and is honest: reads a view that exists.

SELECT * FROM user_names
