-- Hides a call between two names that other readers take for one.

WITH """" AS (SELECT 1), ` --` AS (SELECT 2) SELECT * FROM `"`, (SELECT load_extension('x')), ` --`
