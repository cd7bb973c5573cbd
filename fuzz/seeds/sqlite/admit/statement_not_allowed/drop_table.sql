-- A column named drop.

SELECT id AS "drop" FROM orders
