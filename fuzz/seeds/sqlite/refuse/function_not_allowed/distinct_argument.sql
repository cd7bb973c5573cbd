-- Calls it with DISTINCT.

SELECT load_extension(DISTINCT note) FROM orders
