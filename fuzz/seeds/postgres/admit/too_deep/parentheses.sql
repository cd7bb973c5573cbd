-- Looks like parentheses and is honest: nests them as machines write them.
-- expand

SELECT «(×60»1«)×60»
