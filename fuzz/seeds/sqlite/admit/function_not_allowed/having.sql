-- A call there.

SELECT count(*) FROM orders HAVING max(id) > 1
