-- Looks like order_before_where and is honest: filters before it orders.

SELECT id FROM orders WHERE id > 1 ORDER BY id
