-- Looks like merge and is honest: joins.

SELECT 1 FROM orders JOIN users ON orders.user_id = users.id
