-- Looks like no_break_space and is honest: a no-break space in a literal.

SELECT 'a b'
