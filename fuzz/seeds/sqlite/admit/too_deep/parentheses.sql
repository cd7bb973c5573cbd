-- Nests parentheses as machines write them.
-- expand

SELECT «(×60»1«)×60»
