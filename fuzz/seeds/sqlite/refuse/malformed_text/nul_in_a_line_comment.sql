-- Hides a NUL in a line comment, so that a LIMIT behind it is never read.
-- expand

SELECT note FROM orders --«x00»
LIMIT 1
