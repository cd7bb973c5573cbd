-- Looks like create_table and is honest: names a result create.

SELECT 1 AS "create table"
