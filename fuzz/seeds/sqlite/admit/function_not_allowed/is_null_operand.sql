-- A column there.

SELECT note IS NULL FROM orders
