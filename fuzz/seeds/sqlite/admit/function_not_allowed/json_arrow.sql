-- Looks like json_arrow and is honest: a call there.

SELECT '{"a": 1}' -> lower('A')
