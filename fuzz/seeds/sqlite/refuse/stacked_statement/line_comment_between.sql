-- Puts a line comment between the two.

SELECT 1; -- done
DELETE FROM orders
