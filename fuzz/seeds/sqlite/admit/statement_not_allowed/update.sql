-- Looks like update and is honest: a column named update.

SELECT 1 AS "update"
