-- Looks like json_constructor and is honest: a permitted one there.

SELECT json_object('a': lower('A'))
