-- Calls a function.

SELECT abs(7)
