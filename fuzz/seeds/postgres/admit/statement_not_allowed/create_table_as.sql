-- Looks like create_table_as and is honest: the word as an alias.

SELECT 1 AS create_table
