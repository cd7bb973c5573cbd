-- Looks like optimize_writes and is honest: calls a table function that only computes.

SELECT value FROM json_each('[65538]')
