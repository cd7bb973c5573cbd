-- Calls a table function.

SELECT key, value FROM json_tree('{"a": [1]}')
