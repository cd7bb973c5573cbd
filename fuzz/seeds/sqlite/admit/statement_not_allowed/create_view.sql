-- Reads a view that exists.

SELECT * FROM user_names
