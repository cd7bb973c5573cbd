-- Merges one table into another.

MERGE INTO orders USING users ON orders.user_id = users.id WHEN MATCHED THEN DELETE
