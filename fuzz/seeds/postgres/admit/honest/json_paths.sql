-- Documents read by their operators.

SELECT '{"a": [1, 2]}'::jsonb -> 'a' ->> 0, jsonb_path_query('{"a": 1}', '$.a')
