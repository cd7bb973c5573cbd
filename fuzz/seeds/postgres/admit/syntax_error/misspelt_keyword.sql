-- Looks like misspelt_keyword and is honest: the keyword as an alias.

SELECT 1 AS form FROM orders
