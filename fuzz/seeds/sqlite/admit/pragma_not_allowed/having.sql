-- Looks like having and is honest: a subquery in HAVING.

SELECT user_id FROM orders GROUP BY user_id HAVING count(*) >= (SELECT 1)
