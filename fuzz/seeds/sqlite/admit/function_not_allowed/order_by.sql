-- Looks like order_by and is honest: a call in ORDER BY.

SELECT id FROM orders ORDER BY lower(note), 1
