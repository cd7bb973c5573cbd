-- Names a result create.

SELECT 1 AS "create table"
