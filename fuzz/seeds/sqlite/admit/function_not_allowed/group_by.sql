-- Looks like group_by and is honest: a call there.

SELECT 1 FROM orders GROUP BY lower(note)
