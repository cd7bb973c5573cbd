-- Has such names and no call.

WITH """" AS (SELECT 1), ` --` AS (SELECT 2) SELECT * FROM `"`, ` --`
