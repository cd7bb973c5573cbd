-- Locks the rows that it reads.

SELECT * FROM orders FOR UPDATE
