-- Looks like dbpage_order_by and is honest: reads a table there.

SELECT id FROM orders ORDER BY (SELECT name FROM users WHERE users.id = user_id)
