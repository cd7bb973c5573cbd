-- Hides a NUL in a literal: what follows is data to one reader, and nothing to another.
-- expand

SELECT 'a«x00»b'
