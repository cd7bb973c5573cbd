-- Looks like coalesce and is honest: a permitted one there.

SELECT COALESCE(lower(note), 'a') FROM orders
