-- A list of two thousand values.
-- expand

SELECT count(*) FROM orders WHERE id IN (0«, 1×2000»)
