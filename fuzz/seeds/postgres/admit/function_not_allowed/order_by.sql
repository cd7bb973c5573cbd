-- Looks like order_by and is honest: a permitted one there.

SELECT id FROM orders ORDER BY lower(note)
