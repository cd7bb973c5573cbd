-- Looks like drop and is honest: has the words in a literal.

SELECT '; DROP TABLE orders'
