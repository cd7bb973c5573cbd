-- Looks like delete and is honest: counts what would be deleted.

SELECT count(*) AS "delete from orders" FROM orders
