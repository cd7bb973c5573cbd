-- Leaves no space behind the separator.

SELECT 1;DELETE FROM orders
