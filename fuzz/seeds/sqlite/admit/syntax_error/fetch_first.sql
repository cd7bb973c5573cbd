-- Looks like fetch_first and is honest: LIMIT.

SELECT * FROM orders LIMIT 5
