-- A subquery in a window.

SELECT sum(id) OVER (PARTITION BY (SELECT 1)) FROM orders
