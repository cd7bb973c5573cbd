-- The same name quoted.

WITH "select" AS (SELECT 1 AS one) SELECT * FROM "select"
