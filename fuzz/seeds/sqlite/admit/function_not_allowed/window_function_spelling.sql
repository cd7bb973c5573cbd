-- A window function.

SELECT row_number() OVER (ORDER BY id) FROM orders
