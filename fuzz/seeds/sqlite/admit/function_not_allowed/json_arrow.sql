-- A call there.

SELECT '{"a": 1}' -> lower('A')
