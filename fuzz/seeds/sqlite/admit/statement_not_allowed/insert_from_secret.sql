-- Reads what could be copied.

SELECT note FROM orders
