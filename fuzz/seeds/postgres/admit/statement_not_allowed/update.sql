-- Looks like update and is honest: a column of that name.

SELECT 1 AS update
