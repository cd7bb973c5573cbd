-- Looks like table_function_argument and is honest: a call there.

SELECT * FROM json_each(json_array(1, 2))
