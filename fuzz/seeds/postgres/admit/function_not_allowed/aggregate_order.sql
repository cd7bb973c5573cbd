-- Looks like aggregate_order and is honest: a permitted one there.

SELECT array_agg(id ORDER BY lower(note)) FROM orders
