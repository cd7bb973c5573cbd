-- A lateral subquery.

SELECT u.name, o.note FROM users u CROSS JOIN LATERAL (SELECT note FROM orders o WHERE o.user_id = u.id ORDER BY id LIMIT 1) AS o
