-- Looks like dbpage_backquoted and is honest: quotes a table so.

SELECT note FROM `orders`
