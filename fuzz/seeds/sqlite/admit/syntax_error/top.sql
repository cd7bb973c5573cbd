-- TOP as a name.

SELECT 5 AS top FROM orders
