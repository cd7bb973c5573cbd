-- Looks like statement_call and is honest: calls a function.

SELECT abs(7)
