-- Looks like delete and is honest: the words in a literal.

SELECT 'DELETE FROM orders'
