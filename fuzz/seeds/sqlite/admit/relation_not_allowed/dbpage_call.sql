-- Looks like dbpage_call and is honest: calls a table function.

SELECT key, value FROM json_tree('{"a": [1]}')
