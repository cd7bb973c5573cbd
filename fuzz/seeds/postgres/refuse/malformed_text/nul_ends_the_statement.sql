-- Puts a NUL behind the statement, where a parser in C stops reading.
-- expand

SELECT 1«x00»; DELETE FROM orders
