-- Looks like third and is honest: the word in a name.

SELECT 1 AS truncate_orders;
