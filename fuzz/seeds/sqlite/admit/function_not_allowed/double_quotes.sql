-- Quotes a permitted one.

SELECT "lower"('EVIL')
