-- Looks like table_function_argument and is honest: passes another.
-- policy: deny_columns users.token

SELECT value FROM users, json_each(json_array(name))
