-- Puts a NUL behind the statement, where SQLite stops reading and others go on.
-- expand

SELECT 1«x00»; DELETE FROM orders
