-- Calls it in HAVING without GROUP BY.

SELECT count(*) FROM orders HAVING load_extension('evil')
