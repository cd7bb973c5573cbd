-- The words as names.

SELECT 1 AS "for", 2 AS "update"
