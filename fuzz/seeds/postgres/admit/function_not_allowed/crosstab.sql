-- Looks like crosstab and is honest: turns rows around by FILTER.

SELECT user_id, sum(amount) FILTER (WHERE id = 1) AS one FROM orders GROUP BY user_id
