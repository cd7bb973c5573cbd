-- Looks like advisory_lock and is honest: compares with the number.

SELECT id = 1 FROM orders
