-- A column named update.

SELECT 1 AS "update"
