-- Looks like dbstat and is honest: sums over a table.

SELECT user_id, sum(amount) FROM orders GROUP BY user_id
