-- Looks like other_schema and is honest: calls the built-in.

SELECT lower('A')
