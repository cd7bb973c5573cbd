-- Hides a pragma function between such names.

WITH """" AS (SELECT 1), ` --` AS (SELECT 2) SELECT 1 FROM `"`, pragma_database_list, ` --`
