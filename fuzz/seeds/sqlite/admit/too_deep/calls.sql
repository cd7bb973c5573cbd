-- Looks like calls and is honest: calls in calls.
-- expand

SELECT «abs(×20»-1«)×20»
