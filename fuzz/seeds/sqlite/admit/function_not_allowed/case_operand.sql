-- A call there.

SELECT CASE lower(note) WHEN 'first' THEN 2 END FROM orders
