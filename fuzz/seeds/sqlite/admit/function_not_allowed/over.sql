-- Looks like over and is honest: a call there.

SELECT sum(id) OVER (ORDER BY lower(note)) FROM orders
