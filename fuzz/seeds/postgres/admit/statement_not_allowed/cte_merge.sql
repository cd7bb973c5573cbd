-- Looks like cte_merge and is honest: joins in a clause.

WITH m AS (SELECT 1 FROM orders JOIN users ON orders.user_id = users.id) SELECT 1
