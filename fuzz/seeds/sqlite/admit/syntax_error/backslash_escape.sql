-- Looks like backslash_escape and is honest: a backslash at the end of a literal.

SELECT 'C:\'
