-- Looks like star_argument and is honest: an aggregate with a star.

SELECT count(*) FILTER (WHERE id > 1) FROM orders
