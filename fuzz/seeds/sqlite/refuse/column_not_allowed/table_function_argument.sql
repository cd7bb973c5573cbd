-- Passes it to a table function.
-- policy: deny_columns users.token

SELECT value FROM users, json_each(json_array(token))
