-- Quotes a name as MySQL does.

SELECT `id` FROM orders
