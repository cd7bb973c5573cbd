-- Looks like drop and is honest: the words in a literal.

SELECT '; DROP TABLE orders'
