-- Looks like set_strings and is honest: a backslash in a literal.

SELECT 'a\b'
