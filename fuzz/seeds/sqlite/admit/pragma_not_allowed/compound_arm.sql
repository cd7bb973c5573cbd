-- Looks like compound_arm and is honest: two arms that read tables.

SELECT note FROM orders UNION ALL SELECT name FROM users
