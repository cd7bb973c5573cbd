-- Locks rows in the words of PostgreSQL.

SELECT * FROM orders FOR UPDATE
