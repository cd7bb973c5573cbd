-- Looks like database_list_in_list and is honest: the name of a clause behind IN.

WITH c AS (SELECT 1) SELECT 1 WHERE 1 IN c
