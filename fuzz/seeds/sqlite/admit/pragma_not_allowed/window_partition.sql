-- Looks like window_partition and is honest: a subquery in a window.

SELECT sum(id) OVER (PARTITION BY (SELECT 1)) FROM orders
