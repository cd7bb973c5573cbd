-- Reads it in the argument of a table function.

SELECT * FROM json_each((SELECT json_array(file) FROM pragma_database_list))
