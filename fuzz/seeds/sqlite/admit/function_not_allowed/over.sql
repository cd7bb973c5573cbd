-- A call there.

SELECT sum(id) OVER (ORDER BY lower(note)) FROM orders
