-- Looks like truncate and is honest: truncates a number.

SELECT trunc(1.5)
