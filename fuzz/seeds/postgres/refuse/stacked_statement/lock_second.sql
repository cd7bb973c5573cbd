-- Locks rows in the second.

SELECT 1; SELECT * FROM orders FOR UPDATE
