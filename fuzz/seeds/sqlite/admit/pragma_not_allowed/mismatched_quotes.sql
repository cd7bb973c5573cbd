-- Has a table between them.

WITH """" AS (SELECT 1), ` --` AS (SELECT 2) SELECT 1 FROM `"`, orders, ` --`
