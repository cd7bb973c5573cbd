-- Behind NOT IN, a list.

SELECT note FROM orders WHERE id NOT IN (7, 8)
