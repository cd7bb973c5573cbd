-- Two arms that read tables.

SELECT note FROM orders UNION ALL SELECT name FROM users
