-- Uses LATERAL.

SELECT * FROM users u, LATERAL (SELECT * FROM orders) AS o
