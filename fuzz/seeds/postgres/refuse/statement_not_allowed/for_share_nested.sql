-- Locks rows in a subquery.

SELECT * FROM (SELECT * FROM orders FOR SHARE SKIP LOCKED) AS s
