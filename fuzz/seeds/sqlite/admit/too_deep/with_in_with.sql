-- WITH in the body of WITH.
-- expand

WITH c AS (WITH c AS (SELECT 1 AS one) SELECT one FROM c) SELECT one FROM c
