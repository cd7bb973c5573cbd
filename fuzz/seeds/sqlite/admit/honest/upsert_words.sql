-- Words of other statements as columns.

SELECT "insert", "delete" FROM (SELECT 1 AS "insert", 2 AS "delete")
