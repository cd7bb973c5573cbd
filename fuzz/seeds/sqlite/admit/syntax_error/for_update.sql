-- Looks like for_update and is honest: the words as names.

SELECT 1 AS "for", 2 AS "update"
