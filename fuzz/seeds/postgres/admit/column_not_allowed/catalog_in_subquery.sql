-- Looks like catalog_in_subquery and is honest: a clause of that name.

WITH pg_authid AS (SELECT 1 AS v) SELECT v FROM pg_authid
