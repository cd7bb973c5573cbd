-- Looks like drop_table and is honest: a column named drop.

SELECT id AS "drop" FROM orders
