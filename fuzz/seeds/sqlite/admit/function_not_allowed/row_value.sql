-- A call there.

SELECT (abs(-1), 1) = (1, 1)
