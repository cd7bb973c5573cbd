-- Looks like regular_expression and is honest: matches a simple one.

SELECT note ~ '^f.*t$' FROM orders
