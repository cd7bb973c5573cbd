-- Looks like like and is honest: matches a pattern with two.

SELECT note LIKE '%i_s%' FROM orders
