-- Looks like with_in_with and is honest: wITH in the body of WITH.
-- expand

WITH c AS (WITH c AS (SELECT 1 AS one) SELECT one FROM c) SELECT one FROM c
