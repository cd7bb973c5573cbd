-- Has the words as names.

SELECT 1 AS "commit; delete"
