-- Looks like star_as_argument and is honest: a star alone.

SELECT count(*) FROM orders
