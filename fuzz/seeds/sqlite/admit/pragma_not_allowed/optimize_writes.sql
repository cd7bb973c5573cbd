-- Calls a table function that only computes.

SELECT value FROM json_each('[65538]')
