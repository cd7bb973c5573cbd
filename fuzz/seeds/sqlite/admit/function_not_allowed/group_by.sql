-- A call there.

SELECT 1 FROM orders GROUP BY lower(note)
