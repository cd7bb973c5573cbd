-- A star alone.

SELECT count(*) FROM orders
