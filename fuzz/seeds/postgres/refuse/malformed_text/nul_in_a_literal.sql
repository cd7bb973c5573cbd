-- Hides a NUL in a literal.
-- expand

SELECT 'a«x00»b'
