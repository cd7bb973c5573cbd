-- An ideographic space in a quoted name.

SELECT note AS "a　b" FROM orders
