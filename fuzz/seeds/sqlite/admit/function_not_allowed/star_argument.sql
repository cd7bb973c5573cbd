-- An aggregate with a star.

SELECT count(*) FILTER (WHERE id > 1) FROM orders
