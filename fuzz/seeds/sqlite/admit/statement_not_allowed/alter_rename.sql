-- Renames a result.

SELECT id AS renamed FROM orders
