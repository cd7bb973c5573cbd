-- Looks like set_timeout and is honest: a number of that name.

SELECT 0 AS statement_timeout
