-- Looks like top and is honest: TOP as a name.

SELECT 5 AS top FROM orders
