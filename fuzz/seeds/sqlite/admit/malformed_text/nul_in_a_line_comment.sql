-- A line comment before LIMIT.
-- expand

SELECT note FROM orders -- newest
LIMIT 1
