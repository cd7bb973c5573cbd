-- Looks like recursive_without_with and is honest: the same name quoted.

WITH "select" AS (SELECT 1 AS one) SELECT * FROM "select"
