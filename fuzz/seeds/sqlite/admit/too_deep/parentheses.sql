-- Looks like parentheses and is honest: nests parentheses as machines write them.
-- expand

SELECT «(×60»1«)×60»
