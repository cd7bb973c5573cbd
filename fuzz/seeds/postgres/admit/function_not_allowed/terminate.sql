-- Looks like terminate and is honest: a number.

SELECT abs(1)
