-- Uses the comment sign of MySQL.

SELECT 1 # and then
FROM orders
