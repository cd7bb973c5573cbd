-- Looks like joins_in_parentheses and is honest: a join in parentheses.
-- expand

SELECT 1 FROM ((orders JOIN users ON users.id = orders.user_id))
