-- Reads them in a subquery of a clause.

WITH c AS (SELECT (SELECT rolpassword FROM pg_authid LIMIT 1) AS v) SELECT v FROM c
