-- A share with a window.

SELECT user_id, round(100.0 * sum(amount) / sum(sum(amount)) OVER (), 1) AS share FROM orders GROUP BY user_id ORDER BY share DESC
