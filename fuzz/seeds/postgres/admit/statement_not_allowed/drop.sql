-- Looks like drop and is honest: the word in a name.

SELECT 1 AS drop_schema
