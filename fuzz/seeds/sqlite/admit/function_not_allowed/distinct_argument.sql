-- An aggregate with DISTINCT.

SELECT count(DISTINCT note) FROM orders
