-- Looks like ideographic_space and is honest: an ideographic space in a quoted name.

SELECT note AS "a　b" FROM orders
