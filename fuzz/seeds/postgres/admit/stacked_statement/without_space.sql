-- Looks like without_space and is honest: the separator in a name.

SELECT 1 AS ";DELETE FROM orders"
