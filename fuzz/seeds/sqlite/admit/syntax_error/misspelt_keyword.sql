-- The keyword as an alias, quoted.

SELECT 1 AS "form" FROM orders
