-- Looks like alter_rename and is honest: renames a result.

SELECT id AS renamed FROM orders
