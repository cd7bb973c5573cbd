-- Sends a byte that is no UTF-8 by itself in a literal.
-- expand

SELECT '«xff»'
