-- Looks like mismatched_quotes and is honest: has one such name and no call.

WITH ` --` AS (SELECT 2) SELECT * FROM ` --`
