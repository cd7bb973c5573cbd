-- Nests parentheses thousands deep, before the parser in C sees them.
-- expand

SELECT «(×5000»1«)×5000»
