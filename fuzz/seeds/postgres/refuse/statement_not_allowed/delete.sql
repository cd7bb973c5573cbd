-- Deletes rows.

DELETE FROM orders
