-- Nests parentheses thousands deep, which overflows the stack of recursive parsers.
-- expand

SELECT «(×3000»1«)×3000»
