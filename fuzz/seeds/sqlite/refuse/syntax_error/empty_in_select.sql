-- Selects nothing.

SELECT FROM orders
