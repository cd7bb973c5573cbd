-- Looks like limit and is honest: a permitted one there.

SELECT id FROM orders LIMIT length('ab')
