-- Calls in calls.
-- expand

SELECT «abs(×20»-1«)×20»
