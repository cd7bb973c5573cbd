-- Looks like exists_in_where and is honest: EXISTS in EXISTS.
-- expand

SELECT name FROM users u WHERE EXISTS (SELECT 1 FROM orders o WHERE o.user_id = u.id AND EXISTS (SELECT 1 FROM orders p WHERE p.id > o.id))
