-- Closes it.

SELECT (1);
