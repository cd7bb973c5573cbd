-- Has the separator in a name.

SELECT 1 AS ";DELETE FROM orders"
