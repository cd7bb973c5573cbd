-- Has the words in a literal.

SELECT '; DROP TABLE orders'
