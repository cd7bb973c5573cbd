-- A backslash at the end of a literal.

SELECT 'C:\'
