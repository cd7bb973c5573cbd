-- Looks like double_quotes and is honest: quotes a permitted one.

SELECT "lower"('EVIL')
