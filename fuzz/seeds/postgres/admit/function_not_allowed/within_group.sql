-- Looks like within_group and is honest: a column there.

SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY amount) FROM orders
