-- Filters before it orders.

SELECT id FROM orders WHERE id > 1 ORDER BY id
