-- A call in a call.

SELECT abs(length('a'))
