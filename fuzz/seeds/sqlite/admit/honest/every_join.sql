-- Every kind of join in one.

SELECT count(*) FROM users a LEFT OUTER JOIN orders b ON a.id = b.user_id RIGHT JOIN users c ON c.id = a.id FULL OUTER JOIN orders d ON d.id = b.id INNER JOIN users e ON 1 CROSS JOIN users f
