-- Looks like dbpage_exists and is honest: reads a table in EXISTS.

SELECT id FROM orders WHERE EXISTS (SELECT 1 FROM users WHERE users.id = orders.user_id)
