-- Looks like row_value and is honest: a call there.

SELECT (abs(-1), 1) = (1, 1)
