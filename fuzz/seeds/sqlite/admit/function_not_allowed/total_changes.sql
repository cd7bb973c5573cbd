-- Counts rows.

SELECT total(id) FROM orders
