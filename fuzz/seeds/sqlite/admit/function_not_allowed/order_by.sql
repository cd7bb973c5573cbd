-- A call in ORDER BY.

SELECT id FROM orders ORDER BY lower(note), 1
