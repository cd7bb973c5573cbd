-- Looks like argument and is honest: a call in a call.

SELECT abs(length('a'))
