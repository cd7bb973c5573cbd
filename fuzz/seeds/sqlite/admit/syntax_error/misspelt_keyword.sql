-- Looks like misspelt_keyword and is honest: the keyword as an alias, quoted.

SELECT 1 AS "form" FROM orders
