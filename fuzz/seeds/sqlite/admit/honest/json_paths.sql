-- Documents read by arrows.

SELECT '{"a": {"b": [1, 2]}}' -> 'a' -> 'b' ->> 1, json('[1]') ->> '$[0]'
