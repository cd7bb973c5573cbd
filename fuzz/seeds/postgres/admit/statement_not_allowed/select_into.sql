-- Looks like select_into and is honest: the word in a literal.

SELECT 'INTO copy' FROM orders
