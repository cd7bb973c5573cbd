-- Matches a pattern with two.

SELECT note LIKE '%i_s%' FROM orders
