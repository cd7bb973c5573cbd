-- Looks like table_function_argument and is honest: a subquery in an argument.

SELECT value FROM json_each((SELECT json_array(note) FROM orders))
