-- Looks like commit and is honest: has the words as names.

SELECT 1 AS "commit; delete"
