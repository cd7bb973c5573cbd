-- Counts what would be deleted.

SELECT count(*) AS "delete from orders" FROM orders
